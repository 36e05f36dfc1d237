package io.sendfile.glassfish.admin;

import com.sun.enterprise.config.serverbeans.Config;
import io.sendfile.glassfish.config.NamedElements;
import io.sendfile.glassfish.config.SendfileLimit;
import io.sendfile.glassfish.config.SendfileListener;
import io.sendfile.glassfish.config.SendfilePlugin;
import io.sendfile.glassfish.config.SendfileRoot;
import java.util.List;
import java.util.Map;
import org.glassfish.api.I18n;
import org.glassfish.api.Param;
import org.glassfish.api.admin.ExecuteOn;
import org.glassfish.api.admin.RestEndpoint;
import org.glassfish.api.admin.RestEndpoints;
import org.glassfish.api.admin.RestParam;
import org.glassfish.hk2.api.PerLookup;
import org.jvnet.hk2.annotations.Service;
import org.jvnet.hk2.config.ConfigBeanProxy;
import org.jvnet.hk2.config.TransactionFailure;

/**
 * Base of the commands that delete the elements of one name, and these commands.
 *
 * @param <T> the elements
 */
abstract class DeleteElement<T extends ConfigBeanProxy> extends SendfileCommand {
  @Param(name = "name", primary = true)
  private String name = "";

  private final NamedElements<T> elements;
  private final String missing;
  private final String deleted;

  /**
   * @param elements the elements of the kind
   * @param missing sentence about a name without an element
   * @param deleted sentence about the effect of the deletion
   */
  DeleteElement(NamedElements<T> elements, String missing, String deleted) {
    this.elements = elements;
    this.missing = missing;
    this.deleted = deleted;
  }

  @Override
  protected final Answer answer(Config config) throws RefusedException, TransactionFailure {
    List<T> named = elements.named(config, name.trim());
    if (named.isEmpty()) {
      List<String> names = elements.names(config);
      String known = names.isEmpty() ? "are none" : "are: " + String.join(", ", names);
      throw new RefusedException(missing.formatted(name) + " There " + known + ".");
    }
    AttributeChange.refuseWhileBad(config, known());
    // All elements of that name: otherwise a second one, ignored until now, would silently take
    // effect.
    elements.remove(config, named);
    changed(config);
    return new Answer(
        () -> deleted.formatted(name.trim()),
        Map.of("config", config.getName(), "deleted", name.trim()));
  }

  /** {@code delete-sendfile-root}: files below the folder are refused from now on. */
  @Service(name = "delete-sendfile-root")
  @PerLookup
  @I18n("delete-sendfile-root")
  @ExecuteOn
  @RestEndpoints(
      @RestEndpoint(
          configBean = Config.class,
          opType = RestEndpoint.OpType.DELETE,
          description = "Delete a sendfile root",
          params = @RestParam(name = "target", value = "$parent")))
  public static class DeleteSendfileRoot extends DeleteElement<SendfileRoot> {
    public DeleteSendfileRoot() {
      super(
          NamedElements.ROOTS,
          "There is no root \"%s\".",
          "Root %s is deleted; its running transfers end undisturbed.");
    }
  }

  /** {@code delete-sendfile-limit}: transfers go on without it. */
  @Service(name = "delete-sendfile-limit")
  @PerLookup
  @I18n("delete-sendfile-limit")
  @ExecuteOn
  @RestEndpoints(
      @RestEndpoint(
          configBean = Config.class,
          opType = RestEndpoint.OpType.DELETE,
          description = "Delete a sendfile limit",
          params = @RestParam(name = "target", value = "$parent")))
  public static class DeleteSendfileLimit extends DeleteElement<SendfileLimit> {
    public DeleteSendfileLimit() {
      super(
          NamedElements.LIMITS,
          "There is no limit \"%s\".",
          "Limit %s is deleted; downloads go on without it.");
    }
  }

  /** {@code delete-sendfile-listener}: the listener inherits all settings again. */
  @Service(name = "delete-sendfile-listener")
  @PerLookup
  @I18n("delete-sendfile-listener")
  @ExecuteOn
  @RestEndpoints(
      @RestEndpoint(
          configBean = Config.class,
          opType = RestEndpoint.OpType.DELETE,
          description = "Delete what a listener has of its own",
          params = @RestParam(name = "target", value = "$parent")))
  public static class DeleteSendfileListener extends DeleteElement<SendfileListener> {
    public DeleteSendfileListener() {
      super(
          NamedElements.LISTENERS,
          "Listener \"%s\" has no settings of its own.",
          "Listener %s inherits all settings again; its running transfers end undisturbed.");
    }
  }

  /** {@code delete-sendfile-plugin}: the plug-in is used with its defaults. */
  @Service(name = "delete-sendfile-plugin")
  @PerLookup
  @I18n("delete-sendfile-plugin")
  @ExecuteOn
  @RestEndpoints(
      @RestEndpoint(
          configBean = Config.class,
          opType = RestEndpoint.OpType.DELETE,
          description = "Delete the settings of a plug-in",
          params = @RestParam(name = "target", value = "$parent")))
  public static class DeleteSendfilePlugin extends DeleteElement<SendfilePlugin> {
    public DeleteSendfilePlugin() {
      super(
          NamedElements.PLUG_INS,
          "Nothing is set for a plug-in \"%s\".",
          "Nothing is set for plug-in %s any more; it may be used.");
    }
  }
}
