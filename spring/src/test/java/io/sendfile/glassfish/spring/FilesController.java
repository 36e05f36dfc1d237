package io.sendfile.glassfish.spring;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.InputStreamResource;
import org.springframework.core.io.PathResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.UrlResource;
import org.springframework.core.io.support.ResourceRegion;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Returns a file in the ways of Spring MVC, with no word of a hand-off. */
@RestController
class FilesController {
  private final Path file;

  FilesController(Path file) {
    this.file = file;
  }

  @GetMapping("/resource/{name}")
  Resource resource(@PathVariable String name) {
    return new FileSystemResource(file.resolveSibling(name));
  }

  @GetMapping("/named")
  Resource named(@RequestParam String name) {
    return new FileSystemResource(file.resolveSibling(name));
  }

  @GetMapping("/path")
  Resource path() {
    return new PathResource(file);
  }

  @GetMapping("/url")
  Resource url() throws Exception {
    return new UrlResource(file.toUri());
  }

  @GetMapping("/entity")
  ResponseEntity<Resource> entity() {
    return ResponseEntity.ok()
        .contentType(MediaType.IMAGE_PNG)
        .header("X-App", "1")
        .body(new FileSystemResource(file));
  }

  @PostMapping("/posted")
  Resource posted() {
    return new FileSystemResource(file);
  }

  @GetMapping("/callable")
  Callable<Resource> callable() {
    return () -> new FileSystemResource(file);
  }

  @GetMapping("/future")
  CompletableFuture<ResponseEntity<Resource>> future() {
    return CompletableFuture.completedFuture(entity());
  }

  @GetMapping("/error")
  ResponseEntity<Resource> error() {
    return ResponseEntity.status(HttpStatus.NOT_FOUND).body(new FileSystemResource(file));
  }

  @GetMapping("/bytes")
  Resource bytes() {
    return new ByteArrayResource(new byte[99]);
  }

  @GetMapping("/stream")
  Resource stream() {
    return new InputStreamResource(new ByteArrayInputStream(new byte[99]));
  }

  @GetMapping("/jar")
  Resource jar() {
    return new ClassPathResource("org/springframework/core/io/Resource.class");
  }

  @GetMapping("/decrypted")
  Resource decrypted() {
    return new FileSystemResource(file) {
      @Override
      public InputStream getInputStream() {
        return new ByteArrayInputStream(new byte[99]);
      }
    };
  }

  @GetMapping("/coded")
  ResponseEntity<Resource> coded() {
    return ResponseEntity.ok()
        .header("Content-Encoding", "x-own")
        .body(new FileSystemResource(file));
  }

  /** The free part of a file that has to be paid for. */
  @GetMapping("/part")
  ResponseEntity<ResourceRegion> part() {
    return ResponseEntity.status(HttpStatus.PARTIAL_CONTENT)
        .body(new ResourceRegion(new FileSystemResource(file), 10, 20));
  }
}
