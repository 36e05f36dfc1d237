package io.sendfile.glassfish.command;

import com.sun.enterprise.config.serverbeans.Config;
import io.sendfile.core.files.Root;
import io.sendfile.core.settings.PlugInSettings;
import io.sendfile.core.settings.SendfileSettings;
import io.sendfile.glassfish.admin.RefusedException;
import io.sendfile.glassfish.admin.SendfileCommand;
import java.util.List;
import java.util.Map;

/**
 * A command about the settings that a plug-in has in the configuration of its target. GlassFish
 * wants the annotations at the class itself: {@code @Service} with its name, {@code @PerLookup},
 * {@code @I18n}, {@code @ExecuteOn} the administration server, and its REST address below {@code
 * Config}; the option {@code --target} is here.
 */
public abstract class PlugInCommand extends SendfileCommand {
  /**
   * The settings.
   *
   * @param enabled whether the plug-in is not switched off
   * @param properties of the plug-in, as {@link io.sendfile.spi.PlugIn#configure} gets them
   * @param roots names of the roots
   */
  public record Settings(boolean enabled, Map<String, String> properties, List<String> roots) {}

  /** Name of the plug-in. */
  protected abstract String plugIn();

  /**
   * Its result, for REST.
   *
   * @throws IllegalArgumentException to refuse it, with the reason and the remedy, in sentences
   */
  protected abstract Map<String, Object> data(Settings settings);

  /** The same for the console. */
  protected abstract String text(Map<String, Object> data);

  @Override
  protected final Answer answer(Config config) throws RefusedException {
    SendfileSettings settings = read(config).settings();
    PlugInSettings plugIn = settings.plugIn(plugIn());
    List<String> roots = settings.roots().stream().map(Root::name).toList();
    try {
      Map<String, Object> data = data(new Settings(plugIn.enabled(), plugIn.properties(), roots));
      return new Answer(() -> text(data), data);
    } catch (IllegalArgumentException e) {
      throw RefusedException.of(e);
    }
  }
}
