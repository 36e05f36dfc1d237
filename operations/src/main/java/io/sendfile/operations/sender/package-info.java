/**
 * Results of downloads, sent by HTTP at least once. {@link
 * io.sendfile.operations.sender.ResultSender} keeps them in a journal until the destination has
 * accepted them, and tries again with back-off.
 */
@NullMarked
package io.sendfile.operations.sender;

import org.jspecify.annotations.NullMarked;
