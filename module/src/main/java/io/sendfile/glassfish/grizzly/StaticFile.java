package io.sendfile.glassfish.grizzly;

import io.sendfile.glassfish.content.Origin;
import io.sendfile.glassfish.content.Target;
import org.jspecify.annotations.Nullable;

/**
 * A file by which the server would answer a request.
 *
 * @param target where it lies
 * @param mediaType its Content-Type, or null when the server knows none
 * @param origin the web application it belongs to
 */
public record StaticFile(Target.Static target, @Nullable String mediaType, Origin origin) {}
