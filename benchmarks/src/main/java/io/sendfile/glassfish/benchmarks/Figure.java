package io.sendfile.glassfish.benchmarks;

import java.util.function.ToDoubleFunction;

/**
 * A figure computed from each sample.
 *
 * @param title with its unit
 * @param decimals shown
 * @param <S> one sample
 */
record Figure<S>(String title, int decimals, ToDoubleFunction<S> value) {}
