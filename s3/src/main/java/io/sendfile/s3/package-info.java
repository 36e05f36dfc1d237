/**
 * Files out of object stores that speak the protocol of S3. {@link io.sendfile.s3.S3FileStore} is
 * the plug-in; {@link io.sendfile.s3.ObjectStore} asks a store, by the AWS SDK, and a {@link
 * io.sendfile.s3.Breaker} keeps it from asking one that is down. {@link
 * io.sendfile.s3.StoreAnswers} puts its answers into words. All bytes come by way of {@link
 * io.sendfile.s3.cache}.
 */
@NullMarked
package io.sendfile.s3;

import org.jspecify.annotations.NullMarked;
