package io.sendfile.glassfish.measurement;

import io.sendfile.glassfish.files.Root;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.logging.Level;
import java.util.logging.Logger;

/** All files of one variant, sent by one server. */
record Series(Plan plan, Variant variant, PlugInParts plugIns, Cancellation stop) {
  private static final Logger LOG = Logger.getLogger(Series.class.getPackageName());

  /**
   * One result per file, failures included.
   *
   * @throws CancellationException once cancelled
   */
  List<Result> measure(Root root) throws InterruptedException {
    List<MeasuredFile> loads = variant.kind().loads();
    List<Result> results = new ArrayList<>();
    try (PrivateServer server = PrivateServer.start(plan.settings(variant, root), plugIns)) {
      for (MeasuredFile load : loads) {
        results.add(measure(server, load));
      }
    } catch (CancellationException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      // A variant that cannot even begin, or cannot be closed.
      loads.stream().skip(results.size()).forEach(load -> results.add(failed(load, e)));
    }
    return results;
  }

  private Result measure(PrivateServer server, MeasuredFile load) throws InterruptedException {
    try {
      return new Result.Measured(
          variant, load, plan.inForce(variant), Round.measure(server, load, plan.each(), stop));
    } catch (IOException e) {
      return failed(load, e);
    }
  }

  private Result failed(MeasuredFile load, Exception e) {
    LOG.log(Level.FINE, e, () -> "measuring " + variant + " failed");
    return new Result.Failed(variant, load, plan.inForce(variant), String.valueOf(e.getMessage()));
  }
}
