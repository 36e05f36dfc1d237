package io.sendfile.glassfish.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PlatformBeansTest {
  private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
  private final ObjectName early = PlatformBeans.name("Test", "name", "early");
  private final ObjectName late = PlatformBeans.name("Test", "name", "late");
  private final PlatformBeans beans = new PlatformBeans();

  @AfterEach
  void end() {
    beans.withdraw();
  }

  private static Object bean() {
    return new StandardMBean((Runnable) () -> {}, Runnable.class, false);
  }

  @Test
  void areInTheServerWhileTheyArePublished() {
    beans.register(early, bean());
    assertThat(server.isRegistered(early)).isFalse();

    beans.publish();
    beans.register(late, bean());
    assertThat(server.isRegistered(early)).isTrue();
    assertThat(server.isRegistered(late)).isTrue();

    beans.withdraw();
    assertThat(server.isRegistered(early)).isFalse();
    assertThat(server.isRegistered(late)).isFalse();
  }

  @Test
  void removedOneIsNotPublished() {
    beans.register(early, bean());
    beans.unregister(early);
    beans.publish();
    beans.register(late, bean());
    beans.unregister(late);

    assertThat(server.isRegistered(early)).isFalse();
    assertThat(server.isRegistered(late)).isFalse();
  }

  @Test
  void oneLeftBehindByAnotherServerOfTheProcessIsReplaced() throws JMException {
    AtomicBoolean called = new AtomicBoolean();
    PlatformBeans left = new PlatformBeans();
    left.publish();
    left.register(early, bean());

    beans.register(
        early, new StandardMBean((Runnable) () -> called.set(true), Runnable.class, false));
    beans.publish();
    server.invoke(early, "run", null, null);
    assertThat(called).isTrue();
  }
}
