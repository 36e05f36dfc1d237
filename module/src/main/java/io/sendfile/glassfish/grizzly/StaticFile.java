package io.sendfile.glassfish.grizzly;

import io.sendfile.glassfish.content.Target;
import org.jspecify.annotations.Nullable;

/**
 * A file by which the server would answer a request.
 *
 * @param target where it lies
 * @param mediaType its Content-Type, or null when the server knows none
 */
public record StaticFile(Target.Static target, @Nullable String mediaType) {}
