package io.sendfile.links;

import com.sun.enterprise.config.serverbeans.Config;
import io.sendfile.glassfish.command.PlugInCommand;
import io.sendfile.spi.Panel.Action;
import io.sendfile.spi.Panel.Field;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.glassfish.api.I18n;
import org.glassfish.api.Param;
import org.glassfish.api.admin.CommandLock;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.api.admin.RestEndpoint;
import org.glassfish.api.admin.RestEndpoints;
import org.glassfish.api.admin.RestParam;
import org.glassfish.api.admin.RuntimeType;
import org.glassfish.config.support.CommandTarget;
import org.glassfish.config.support.TargetType;
import org.glassfish.hk2.api.PerLookup;
import org.jvnet.hk2.annotations.Service;

/** {@code create-sendfile-link}: signs a link to a file by the keys of a configuration. */
@Service(name = "create-sendfile-link")
@PerLookup
@I18n("create-sendfile-link")
@CommandLock(CommandLock.LockType.NONE)
@ExecuteOn(RuntimeType.DAS)
@TargetType({
  CommandTarget.DAS,
  CommandTarget.STANDALONE_INSTANCE,
  CommandTarget.CLUSTERED_INSTANCE,
  CommandTarget.CLUSTER,
  CommandTarget.CONFIG
})
@RestEndpoints(
    @RestEndpoint(
        configBean = Config.class,
        opType = RestEndpoint.OpType.POST,
        description = "Create a signed link",
        params = @RestParam(name = "target", value = "$parent")))
public class CreateSendfileLink extends PlugInCommand {
  private static final String LINK = "link";

  /** The command in the console. */
  static final Action ACTION =
      new Action(
          "Make a link …",
          "create-sendfile-link",
          List.of(
              Field.of(Link.FILE, "root:path, such as media:films/a.mp4"),
              new Field(
                  Link.EXPIRES, "after a time such as 24h or 7d", Link.DEFAULT_EXPIRES, List.of()),
              new Field(
                  Link.ONCE,
                  "whether it is over once it was delivered",
                  "false",
                  List.of("false", "true")),
              Field.of(Link.RATE, "most bytes per second, such as 500k"),
              Field.of(Link.IDENTITY, "name of the client"),
              Field.of(Link.SAVE_AS, "name under which browsers save the file"),
              Field.of(Link.APPLICATION, "for roots that are for some applications")),
          Map.of(),
          LINK);

  @Param(name = Link.EXPIRES, optional = true, defaultValue = Link.DEFAULT_EXPIRES)
  private String expires = Link.DEFAULT_EXPIRES;

  @Param(name = Link.ONCE, optional = true, defaultValue = "false")
  private boolean once;

  @Param(name = Link.RATE, optional = true, defaultValue = "0")
  private String rate = "0";

  @Param(name = Link.IDENTITY, optional = true, defaultValue = "")
  private String identity = "";

  @Param(name = Link.SAVE_AS, optional = true, defaultValue = "")
  private String saveAs = "";

  @Param(name = Link.APPLICATION, optional = true, defaultValue = "")
  private String application = "";

  @Param(name = Link.FILE, primary = true)
  private String file = "";

  @Override
  protected String plugIn() {
    return LinkSettings.NAME;
  }

  @Override
  protected Map<String, Object> data(Settings settings) {
    try {
      LinkSettings signing = signing(settings);
      Link link = Link.made(terms(), Instant.now());
      requireRoot(link.root(), settings.roots());
      String expiry = link.expires().toString();
      String path = signing.format(link);
      service(SignedLinks.class).made(link);
      return Map.of(LINK, path, "id", link.id(), "expires", expiry, "once", link.once());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("No link was made: " + e.getMessage() + ".", e);
    }
  }

  @Override
  protected String text(Map<String, Object> data) {
    return String.valueOf(data.get(LINK));
  }

  private static LinkSettings signing(Settings settings) {
    if (!settings.enabled()) {
      throw new IllegalArgumentException(
          "the plug-in links is switched off; asadmin set-sendfile-plugin --enabled true links");
    }
    try {
      return LinkSettings.read(settings.properties());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("the plug-in links is not set up: " + e.getMessage(), e);
    }
  }

  private Map<String, String> terms() {
    return Map.of(
        Link.FILE, file,
        Link.EXPIRES, expires,
        Link.ONCE, Boolean.toString(once),
        Link.RATE, rate,
        Link.IDENTITY, identity,
        Link.SAVE_AS, saveAs,
        Link.APPLICATION, application);
  }

  private static void requireRoot(String root, List<String> names) {
    if (!names.contains(root)) {
      throw new IllegalArgumentException(
          "there is no root " + root + "; there are: " + String.join(", ", names));
    }
  }
}
