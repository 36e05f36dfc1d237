/** A servlet that hands off its file, to start from. */
package com.example;
