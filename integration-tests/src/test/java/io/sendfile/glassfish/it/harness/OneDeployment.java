package io.sendfile.glassfish.it.harness;

import org.jboss.arquillian.container.spi.client.container.DeploymentException;
import org.jboss.arquillian.container.spi.event.DeployDeployment;
import org.jboss.arquillian.container.spi.event.UnDeployDeployment;
import org.jboss.arquillian.container.spi.event.container.BeforeStop;
import org.jboss.arquillian.core.api.annotation.Observes;
import org.jboss.arquillian.core.spi.EventContext;
import org.jboss.arquillian.core.spi.LoadableExtension;

/**
 * Deploys the application of the scenarios once for each server. Arquillian would do so for each
 * class, though it is the same for all, and takes some seconds for it.
 */
public final class OneDeployment implements LoadableExtension {
  @Override
  public void register(ExtensionBuilder builder) {
    builder.observer(Keeper.class);
  }

  /** Takes the place of Arquillian's deployments but the first, and of its undeployments. */
  public static final class Keeper {
    private DeployDeployment deployed;

    /** Deploys for the first class; the others find the application there. */
    public void deploy(@Observes EventContext<DeployDeployment> context) {
      if (deployed == null) {
        context.proceed();
        deployed = context.getEvent();
      } else {
        context.getEvent().getDeployment().deployed();
      }
    }

    /** The next class needs the application. */
    public void keep(@Observes EventContext<UnDeployDeployment> context) {
      context.getEvent().getDeployment().undeployed();
    }

    /** The server ends as it began. */
    public void undeploy(@Observes BeforeStop event) throws DeploymentException {
      if (deployed != null) {
        deployed
            .getDeployableContainer()
            .undeploy(deployed.getDeployment().getDescription().getArchive());
        deployed = null;
      }
    }
  }
}
