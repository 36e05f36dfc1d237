package io.sendfile.grizzly.jmx;

import io.sendfile.grizzly.memory.ListenerMemory;
import io.sendfile.spi.BufferFigures;
import java.util.Map;
import javax.management.MBeanAttributeInfo;
import javax.management.StandardMBean;

/** The buffers of one listener as an MXBean whose attributes have descriptions with units. */
public final class BufferPolicyMonitor extends StandardMBean implements BufferPolicyMXBean {
  private static final Map<String, String> DESCRIPTIONS =
      Map.of(
          "Policy", "Buffer-allocation policy in force, as in buffer-policy",
          "Taken", "Buffers handed out since the policy was set (count)",
          "InUse", "Buffers in use (count)",
          "InUseBytes", "Memory in use, as rounded by the policy (bytes)",
          "HighWaterBytes", "The most memory in use at once (bytes)",
          "ReservedBytes", "Memory held for slabs (bytes)",
          "Exhausted", "Times a plain buffer stood in, as no slab had room (count)",
          "Misuses", "Buffers released twice or left to the garbage collector (count)");

  private final ListenerMemory memory;

  public BufferPolicyMonitor(ListenerMemory memory) {
    super(BufferPolicyMXBean.class, true);
    this.memory = memory;
  }

  @Override
  protected String getDescription(MBeanAttributeInfo attribute) {
    return DESCRIPTIONS.getOrDefault(attribute.getName(), attribute.getName());
  }

  private BufferFigures figures() {
    BufferFigures figures = memory.figures();
    return figures == null ? new BufferFigures(0, 0, 0, 0, 0, 0, 0) : figures;
  }

  @Override
  public String getPolicy() {
    return memory.choice().policy();
  }

  @Override
  public long getTaken() {
    return figures().taken();
  }

  @Override
  public long getInUse() {
    return figures().inUse();
  }

  @Override
  public long getInUseBytes() {
    return figures().inUseBytes();
  }

  @Override
  public long getHighWaterBytes() {
    return figures().highWaterBytes();
  }

  @Override
  public long getReservedBytes() {
    return figures().reservedBytes();
  }

  @Override
  public long getExhausted() {
    return figures().exhausted();
  }

  @Override
  public long getMisuses() {
    return figures().misuses();
  }
}
