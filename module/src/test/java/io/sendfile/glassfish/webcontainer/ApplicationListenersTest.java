package io.sendfile.glassfish.webcontainer;

import static io.sendfile.glassfish.webcontainer.ApplicationListeners.belongs;
import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureClassLoader;
import org.junit.jupiter.api.Test;

class ApplicationListenersTest {
  /** The loader of a web application. */
  private static final class Application extends ClassLoader {
    Application() {
      super(ClassLoader.getPlatformClassLoader());
    }
  }

  /** The loader of a JSP of one. */
  private static final class Page extends SecureClassLoader {
    Page(ClassLoader application) {
      super(application);
    }
  }

  private final Application application = new Application();

  @Test
  void listenerOfTheApplicationItsPagesOrALibraryBelongsToIt() {
    assertThat(belongs(application, application)).isTrue();
    assertThat(belongs(new Page(application), application)).isTrue();
    assertThat(belongs(ClassLoader.getPlatformClassLoader(), application)).isTrue();
    assertThat(belongs(null, application)).isTrue();
  }

  /** It would keep that one in memory after its end. */
  @Test
  void listenerOfAnotherApplicationDoesNot() {
    assertThat(belongs(new Application(), application)).isFalse();
    assertThat(belongs(new Page(new Application()), application)).isFalse();
  }
}
