package io.sendfile.glassfish.it.harness;

import org.jboss.arquillian.container.spi.client.container.ContainerConfiguration;
import org.jboss.arquillian.container.spi.client.container.DeployableContainer;
import org.jboss.arquillian.container.spi.client.protocol.ProtocolDescription;
import org.jboss.arquillian.container.spi.client.protocol.metadata.ProtocolMetaData;
import org.jboss.arquillian.core.spi.LoadableExtension;
import org.jboss.shrinkwrap.api.Archive;

/** The {@link GrizzlyServer} as Arquillian sees it; {@link Preparation} has started it. */
public final class GrizzlyContainer
    implements LoadableExtension, DeployableContainer<GrizzlyContainer.NoSettings> {
  @Override
  public void register(ExtensionBuilder builder) {
    if (Settings.grizzly()) {
      builder.service(DeployableContainer.class, GrizzlyContainer.class);
    }
  }

  /** Nothing of it is configured by {@code arquillian.xml}. */
  public static final class NoSettings implements ContainerConfiguration {
    @Override
    public void validate() {
      // Nothing to validate.
    }
  }

  @Override
  public Class<NoSettings> getConfigurationClass() {
    return NoSettings.class;
  }

  @Override
  public void stop() {
    GrizzlyServer.INSTANCE.stop();
  }

  @Override
  public ProtocolDescription getDefaultProtocol() {
    return new ProtocolDescription("Local");
  }

  @Override
  public ProtocolMetaData deploy(Archive<?> archive) {
    GrizzlyServer.INSTANCE.deploy(archive);
    return new ProtocolMetaData();
  }

  @Override
  public void undeploy(Archive<?> archive) {
    GrizzlyServer.INSTANCE.undeploy();
  }
}
