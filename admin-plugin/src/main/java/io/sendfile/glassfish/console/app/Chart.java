package io.sendfile.glassfish.console.app;

import io.sendfile.operations.history.Mark;
import io.sendfile.operations.history.Point;
import java.util.List;
import java.util.Map;

/**
 * Points and marks of a stretch of time, oldest first.
 *
 * @param highest the highest figures of each point's time
 * @param parts rows of applications and roots
 * @param failures of the servers that did not respond
 */
record Chart(
    List<Point> points,
    List<Point> highest,
    List<Map<String, String>> parts,
    List<Mark> marks,
    List<String> failures) {}
