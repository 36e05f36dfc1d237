package io.sendfile.glassfish.grizzly;

/** Clear HTTP/1.1: the kernel moves the bytes. */
@EachBufferPolicy
class ZeroCopyHandOffTest extends HandOffContract {}
