package io.sendfile.glassfish.engine;

import io.sendfile.glassfish.content.OpenFile;
import io.sendfile.glassfish.content.RefusalReason;
import io.sendfile.glassfish.content.ResponsePlan;

/** What is to be done with one response. */
public sealed interface Decision {
  /** The application's response stands as it is, but for the hand-off headers. */
  record PassOn() implements Decision {}

  /**
   * An error takes the place of the response. It is logged and counted already.
   *
   * @param reason decides the status the client sees
   */
  record Refuse(RefusalReason reason) implements Decision {}

  /**
   * A file takes the place of the body. The receiver owns the open file.
   *
   * @param plan what to answer
   * @param file the open file
   * @param id the download's id
   * @param bytesPerSecond highest rate, 0 = none
   * @param temporary whether the file is deleted when all of it has been sent
   * @param rules the rules that hold for this transfer to its end
   */
  record Send(
      ResponsePlan plan,
      OpenFile file,
      String id,
      long bytesPerSecond,
      boolean temporary,
      Rules rules)
      implements Decision {
    /** Whether the whole answer is so small that header and body go out in one write. */
    public boolean small() {
      return plan.bodyLength() < rules.settings().zeroCopyMinBytes();
    }

    /** Whether the kernel may move the bytes from file to socket. */
    public boolean zeroCopyAllowed() {
      return rules.settings().zeroCopy() && file.root().zeroCopy();
    }
  }
}
