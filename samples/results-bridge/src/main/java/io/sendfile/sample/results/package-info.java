/**
 * A program between {@code download-result-sender} and RabbitMQ: {@link
 * io.sendfile.sample.results.ResultsBridge} takes a post, {@link io.sendfile.sample.results.Broker}
 * puts it into a queue, and only what the broker has confirmed is answered with success. Everything
 * else stays with its sender, on disk.
 */
@NullMarked
package io.sendfile.sample.results;

import org.jspecify.annotations.NullMarked;
