package io.sendfile.glassfish.apps.spring;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;

/** The ways in which a controller returns a file. */
@RestController
@RequestMapping("/files")
public class FilesController {
  private static ResponseEntity<Resource> entity(HttpStatus status, String file) {
    return ResponseEntity.status(status)
        .contentType(MediaType.parseMediaType("application/x-it"))
        .header("X-App", "spring")
        .body(new FileSystemResource(file));
  }

  @GetMapping(path = "/resource", produces = "application/x-it")
  public Resource resource(@RequestParam("file") String file) {
    return new FileSystemResource(file);
  }

  @GetMapping("/entity")
  public ResponseEntity<Resource> entity(@RequestParam("file") String file) {
    return entity(HttpStatus.OK, file);
  }

  @GetMapping("/callable")
  public Callable<ResponseEntity<Resource>> callable(@RequestParam("file") String file) {
    return () -> entity(HttpStatus.OK, file);
  }

  @GetMapping("/deferred")
  public DeferredResult<ResponseEntity<Resource>> deferred(@RequestParam("file") String file) {
    DeferredResult<ResponseEntity<Resource>> result = new DeferredResult<>();
    new Thread(() -> result.setResult(entity(HttpStatus.OK, file)), "deferred").start();
    return result;
  }

  @GetMapping("/future")
  public CompletableFuture<ResponseEntity<Resource>> future(@RequestParam("file") String file) {
    return CompletableFuture.supplyAsync(() -> entity(HttpStatus.OK, file));
  }

  /** The body of an error. */
  @GetMapping("/error")
  public ResponseEntity<Resource> error(@RequestParam("file") String file) {
    return entity(HttpStatus.NOT_FOUND, file);
  }

  /** A resource in a jar. */
  @GetMapping(path = "/jar", produces = "application/x-it")
  public Resource jar() {
    return new ClassPathResource("org/springframework/core/io/Resource.class");
  }
}
