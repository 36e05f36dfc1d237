package io.sendfile.glassfish.measurement;

import io.sendfile.glassfish.files.Root;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Rounds of one variant, each with a server of its own. */
record VariantRounds(Plan plan, Variant variant, PlugInParts plugIns, Cancellation stop) {
  private static final Logger LOG = Logger.getLogger(VariantRounds.class.getPackageName());

  /**
   * Result of one round, which may be a failure.
   *
   * @throws CancellationException once cancelled
   */
  Result measure(Root root, Load load) throws InterruptedException {
    try (PrivateServer server =
        PrivateServer.start(plan.settings(variant, root), plugIns, load.isPaced())) {
      Figures figures = new Round(server, load, plan.each(), stop).measure();
      return new Result.Measured(variant, load, plan.inForce(variant), figures);
    } catch (CancellationException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      LOG.log(Level.FINE, e, () -> "measuring " + variant + " failed");
      return new Result.Failed(
          variant, load, plan.inForce(variant), String.valueOf(e.getMessage()));
    }
  }
}
