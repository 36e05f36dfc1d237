package io.sendfile.core.settings;

import java.util.Map;

/**
 * One listener with settings of its own.
 *
 * @param own the values it has of its own
 * @param settings all that holds for it, without listeners
 */
public record OwnSettings(Map<Setting, String> own, SendfileSettings settings) {
  public OwnSettings {
    own = Map.copyOf(own);
  }
}
