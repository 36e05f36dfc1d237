package io.sendfile.glassfish.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.faces.application.Resource;
import jakarta.faces.application.ResourceHandler;
import jakarta.faces.application.ResourceHandlerWrapper;
import jakarta.faces.context.FacesContext;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StampedResourcesTest {
  private static final String BROKEN = "broken";

  private final Map<String, String> contents = new HashMap<>();
  private int read;

  /** A resource handler with {@link #contents}, by address. */
  private final class Files extends ResourceHandlerWrapper {
    @SuppressWarnings("deprecation")
    Files() {}

    @Override
    public @Nullable ResourceHandler getWrapped() {
      return null;
    }

    @Override
    public @Nullable Resource createResource(String address) {
      return contents.containsKey(address) ? new Fixed(address) : null;
    }

    @Override
    public @Nullable Resource createResource(String name, String library) {
      return createResource("/" + name + ".xhtml?ln=" + library);
    }
  }

  private final class Fixed extends Resource {
    private final String address;

    Fixed(String address) {
      this.address = address;
    }

    @Override
    public InputStream getInputStream() throws IOException {
      read++;
      String content = contents.getOrDefault(address, BROKEN);
      if (content.equals(BROKEN)) {
        throw new IOException(address);
      }
      return new ByteArrayInputStream(content.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String getRequestPath() {
      return address;
    }

    @Override
    public Map<String, String> getResponseHeaders() {
      return Map.of();
    }

    @Override
    public @Nullable URL getURL() {
      return null;
    }

    @Override
    public boolean userAgentNeedsUpdate(FacesContext context) {
      return true;
    }
  }

  private StampedResources resources() {
    return new StampedResources(new Files());
  }

  private static String address(@Nullable Resource resource) {
    return resource == null ? "none" : resource.getRequestPath();
  }

  @Test
  void addressChangesWithTheContentAndOnlyThen() {
    contents.put("/a.css.xhtml?ln=sendfile", "p { color: red }");
    String before = address(resources().createResource("a.css", "sendfile"));
    assertThat(before).matches("/a\\.css\\.xhtml\\?ln=sendfile&v=[0-9a-f]{16}");
    assertThat(address(resources().createResource("a.css", "sendfile"))).isEqualTo(before);
    contents.put("/a.css.xhtml?ln=sendfile", "p { color: green }");
    assertThat(address(resources().createResource("a.css", "sendfile"))).isNotEqualTo(before);
  }

  @Test
  void contentIsReadOnce() {
    contents.put("/a.css.xhtml", "p { color: red }");
    StampedResources resources = resources();
    String first = address(resources.createResource("/a.css.xhtml"));
    assertThat(first).startsWith("/a.css.xhtml?v=");
    assertThat(address(resources.createResource("/a.css.xhtml"))).isEqualTo(first);
    assertThat(read).isEqualTo(1);
  }

  @Test
  void versionThatIsThereStays() {
    contents.put("/core.js.xhtml?ln=primefaces&v=15.0.13", "");
    contents.put("/core.js.xhtml?v=15", "");
    contents.forEach(
        (address, content) ->
            assertThat(address(resources().createResource(address))).isEqualTo(address));
    assertThat(read).isZero();
  }

  @Test
  void whatIsNotThereOrCannotBeReadIsAsBefore() {
    contents.put("/gone.css.xhtml", BROKEN);
    assertThat(resources().createResource("none.css")).isNull();
    assertThat(address(resources().createResource("/gone.css.xhtml"))).isEqualTo("/gone.css.xhtml");
  }
}
