package io.sendfile.grizzly.jmx;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.junit.jupiter.api.Test;

class ServerBeansTest {
  private final MBeanServer server = MBeanServerFactory.newMBeanServer();
  private final ObjectName early = ServerBeans.name("Test", "name", "early");
  private final ObjectName late = ServerBeans.name("Test", "name", "late");
  private final ServerBeans beans = new ServerBeans();

  private static Object bean() {
    return new StandardMBean((Runnable) () -> {}, Runnable.class, false);
  }

  @Test
  void areInTheServerWhileTheyArePublished() {
    beans.register(early, bean());
    assertThat(server.isRegistered(early)).isFalse();

    beans.publish(server);
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
    beans.publish(server);
    beans.register(late, bean());
    beans.unregister(late);

    assertThat(server.isRegistered(early)).isFalse();
    assertThat(server.isRegistered(late)).isFalse();
  }

  @Test
  void oneLeftBehindByAnotherServerOfTheProcessIsReplaced() throws JMException {
    AtomicBoolean called = new AtomicBoolean();
    ServerBeans left = new ServerBeans();
    left.publish(server);
    left.register(early, bean());

    beans.register(
        early, new StandardMBean((Runnable) () -> called.set(true), Runnable.class, false));
    beans.publish(server);
    server.invoke(early, "run", null, null);
    assertThat(called).isTrue();
  }

  @Test
  void quotesNamesThatNeedIt() {
    assertThat(ServerBeans.ofListener("a,b=c").getKeyProperty("name")).isEqualTo("\"a,b=c\"");
  }
}
