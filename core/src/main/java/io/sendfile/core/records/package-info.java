/** Records as plain values. {@link io.sendfile.core.records.Records} writes and reads them. */
@NullMarked
package io.sendfile.core.records;

import org.jspecify.annotations.NullMarked;
