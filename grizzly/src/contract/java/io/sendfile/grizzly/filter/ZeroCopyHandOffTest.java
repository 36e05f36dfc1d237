package io.sendfile.grizzly.filter;

/** Clear HTTP/1.1: the kernel moves the bytes. */
@EachBufferPolicy
class ZeroCopyHandOffTest extends HandOffContract {}
