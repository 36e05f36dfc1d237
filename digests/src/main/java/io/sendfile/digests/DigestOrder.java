package io.sendfile.digests;

import io.sendfile.spi.SentFile;

/**
 * Something to be found out about a file.
 *
 * @param reads whether all of it is read; if not, digests stored with it are looked for
 */
record DigestOrder(SentFile file, boolean reads) {}
