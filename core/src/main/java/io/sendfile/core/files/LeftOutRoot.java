package io.sendfile.core.files;

import io.sendfile.spi.Escapes;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A root left out for bad settings. Files in it are refused, as a root around it, or one with a
 * shorter URI prefix, may be meant for others.
 *
 * @param name its name as configured; may be any text
 * @param path its folder; null if that is the bad setting
 * @param uriPrefix its URI prefix; null for none, or if that is the bad setting
 */
public record LeftOutRoot(String name, @Nullable Path path, @Nullable String uriPrefix) {
  Refusal refusal(String asked) {
    return new Refusal(
        RefusalReason.LEFT_OUT,
        String.format(
            "'%s' belongs to root '%s', which is left out because its settings are"
                + " bad; asadmin get-sendfile-configuration says which",
            Escapes.forLog(asked), Escapes.forLog(name)));
  }
}
