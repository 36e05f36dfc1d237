package io.sendfile.glassfish.it.harness;

import io.sendfile.glassfish.it.app.Probe;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.glassfish.embeddable.CommandResult;
import org.glassfish.embeddable.CommandResult.ExitStatus;
import org.glassfish.embeddable.CommandRunner;

/** GlassFish in this process. */
final class EmbeddedServer implements ServerUnderTest {
  static final ServerUnderTest INSTANCE = new EmbeddedServer();

  private EmbeddedServer() {}

  @Override
  public String httpListener() {
    return "http-listener";
  }

  @Override
  public String command(String name, String... arguments) {
    CommandResult result = runner().run(name, arguments);
    if (result.getExitStatus() == ExitStatus.FAILURE) {
      throw new CommandFailed(name + ": " + result.getOutput() + cause(result));
    }
    return result.getOutput();
  }

  /** GlassFish's only words about an unknown command. */
  private static String cause(CommandResult result) {
    Throwable cause = result.getFailureCause();
    return cause == null ? "" : " (" + cause + ")";
  }

  /** Path chosen by Arquillian's container. */
  private static CommandRunner runner() {
    try {
      return (CommandRunner) new InitialContext().lookup("org.glassfish.embeddable.CommandRunner");
    } catch (NamingException e) {
      throw new IllegalStateException("embedded GlassFish is not running", e);
    }
  }

  @Override
  public Snapshot probe() {
    return new Snapshot(Probe.take(TestFiles.folder().toString()));
  }

  @Override
  public Snapshot leaks() {
    return new Snapshot(Probe.leaks(TestFiles.folder().toString()));
  }
}
