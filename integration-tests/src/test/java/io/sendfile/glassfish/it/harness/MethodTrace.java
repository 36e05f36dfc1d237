package io.sendfile.glassfish.it.harness;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.spec.JavaArchive;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Types of the module whose methods run in a server, by an agent that notes each call. */
public final class MethodTrace implements AutoCloseable {
  private final long process;
  private final Path agent;
  private final Path report;

  /** Begins in that process. */
  public MethodTrace(long process) throws IOException {
    this.process = process;
    agent = Settings.work().resolve("trace.jar");
    report = Settings.work().resolve("trace.txt");
    ShrinkWrap.create(JavaArchive.class)
        .addClasses(MethodTrace.class, Agent.class, Change.class, Noting.class)
        .addPackage(ClassReader.class.getPackage())
        .setManifest(
            new StringAsset(
                """
                Manifest-Version: 1.0
                Agent-Class: %s
                Can-Retransform-Classes: true
                """
                    .formatted(Agent.class.getName())))
        .as(ZipExporter.class)
        .exportTo(agent.toFile(), true);
    tell("begin");
  }

  /** Top-level types whose methods have run since the last call, without their packages. */
  public Set<String> types() throws IOException {
    tell(report.toString());
    return new TreeSet<>(Files.readAllLines(report));
  }

  @Override
  public void close() throws IOException {
    tell("end");
  }

  private void tell(String order) throws IOException {
    try {
      VirtualMachine server = VirtualMachine.attach("" + process);
      try {
        server.loadAgent(agent.toString(), order);
      } finally {
        server.detach();
      }
    } catch (AttachNotSupportedException | AgentLoadException | AgentInitializationException e) {
      throw new IOException("the server takes no agent", e);
    }
  }

  /** The agent, in the server. */
  public static final class Agent {
    /** Property in which the changed methods find the notes, whoever has loaded their class. */
    static final String NOTES = Agent.class.getName();

    private static final String MODULE = "io/sendfile/";
    private static final String TESTS = "io/sendfile/glassfish/it/";

    private static final Set<String> NOTED = ConcurrentHashMap.newKeySet();

    /** Undoes the changes of the methods; in the server, while the methods are changed. */
    private static ClassFileTransformer changes;

    private Agent() {}

    /** An order to the agent, in the server: to begin, to end, or the file for the notes. */
    public static void agentmain(String order, Instrumentation server) throws Exception {
      switch (order) {
        case "begin" -> {
          BiConsumer<String, String> notes = Agent::note;
          System.getProperties().put(NOTES, notes);
          changes = new Change();
          server.addTransformer(changes, true);
          again(server);
        }
        case "end" -> {
          // Methods that run now still look for it.
          BiConsumer<String, String> none = (thread, type) -> {};
          System.getProperties().put(NOTES, none);
          server.removeTransformer(changes);
          again(server);
        }
        default -> {
          Files.write(Path.of(order), new TreeSet<>(NOTED));
          NOTED.clear();
        }
      }
    }

    private static void again(Instrumentation server) throws Exception {
      server.retransformClasses(
          Arrays.stream(server.getAllLoadedClasses())
              .filter(type -> changed(type.getName().replace('.', '/')))
              .filter(server::isModifiableClass)
              .toArray(Class<?>[]::new));
    }

    static boolean changed(String type) {
      return type.startsWith(MODULE) && !type.startsWith(TESTS);
    }

    /** Notes what runs for a request; the threads of the module's own rounds have other names. */
    private static void note(String thread, String type) {
      if (!thread.startsWith("sendfile-")
          || thread.startsWith("sendfile-worker-")
          || thread.startsWith("sendfile-poller")) {
        NOTED.add(type);
      }
    }
  }

  /** Lets each method note its type first. */
  private static final class Change implements ClassFileTransformer {
    @Override
    public byte[] transform(
        ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] file) {
      if (!Agent.changed(name)) {
        return null;
      }
      ClassReader reader = new ClassReader(file);
      ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
      String topLevel = name.substring(name.lastIndexOf('/') + 1).replaceFirst("\\$.*", "");
      reader.accept(new Noting(writer, topLevel), 0);
      return writer.toByteArray();
    }
  }

  /** Writes a class whose methods note its type first. */
  private static final class Noting extends ClassVisitor {
    private final String type;

    Noting(ClassVisitor next, String type) {
      super(Opcodes.ASM9, next);
      this.type = type;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String generic, String[] thrown) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, generic, thrown);
      return new MethodVisitor(Opcodes.ASM9, next) {
        @Override
        public void visitCode() {
          super.visitCode();
          if (!name.equals("<clinit>")) {
            note(next);
          }
        }
      };
    }

    private void note(MethodVisitor code) {
      String properties = "java/util/Properties";
      String accept = "java/util/function/BiConsumer";
      call(
          code,
          Opcodes.INVOKESTATIC,
          "java/lang/System",
          "getProperties",
          "()L" + properties + ";");
      code.visitLdcInsn(Agent.NOTES);
      call(
          code, Opcodes.INVOKEVIRTUAL, properties, "get", "(Ljava/lang/Object;)Ljava/lang/Object;");
      code.visitTypeInsn(Opcodes.CHECKCAST, accept);
      call(code, Opcodes.INVOKESTATIC, "java/lang/Thread", "currentThread", "()Ljava/lang/Thread;");
      call(code, Opcodes.INVOKEVIRTUAL, "java/lang/Thread", "getName", "()Ljava/lang/String;");
      code.visitLdcInsn(type);
      call(
          code,
          Opcodes.INVOKEINTERFACE,
          accept,
          "accept",
          "(Ljava/lang/Object;Ljava/lang/Object;)V");
    }

    private static void call(
        MethodVisitor code, int how, String owner, String name, String descriptor) {
      code.visitMethodInsn(how, owner, name, descriptor, how == Opcodes.INVOKEINTERFACE);
    }
  }
}
