// Package blobs stores uploaded files: it hashes them while writing, finds them by key, and serves them so that an
// upload cannot attack the site.
package blobs

import (
	"context"
	"crypto/sha1" //nolint:gosec // launchers check it; no security measure
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"gocloud.dev/blob"
	"gocloud.dev/blob/fileblob"
	"gocloud.dev/blob/memblob"
	"gocloud.dev/blob/s3blob"
	"gocloud.dev/gcerrors"
)

// DefaultMaxSize is the largest blob that Put takes without MaxSize: 1 GiB.
const DefaultMaxSize int64 = 1 << 30

// Store is a store of blobs. It is safe for concurrent use.
type Store struct {
	bucket    *blob.Bucket
	public    string // the site's address without a trailing slash
	directory string // of the files; empty if they are elsewhere
}

// Stored are the hashes of a written blob in lower-case hex and its size in bytes.
type Stored struct {
	SHA1   string
	SHA512 string
	Size   int64
}

// Open opens the store at location: a directory (as a path or file:// URL, created if missing), mem:// for a store in
// memory, or s3://bucket?prefix=…&region=…&endpoint=…&use_path_style=true for an S3-compatible store. The S3 keys are
// read from the usual AWS variables: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_SHARED_CREDENTIALS_FILE.
// publicURL is the site's address, for [Store.URL].
func Open(ctx context.Context, location, publicURL string) (*Store, error) {
	s := &Store{public: strings.TrimRight(publicURL, "/")}
	if err := s.open(ctx, location); err != nil {
		return nil, fmt.Errorf("open blob store %s: %w", location, err)
	}
	return s, nil
}

func (s *Store) open(ctx context.Context, location string) (err error) {
	scheme, rest, found := strings.Cut(location, "://")
	switch {
	case found && scheme == "mem":
		s.bucket = memblob.OpenBucket(nil)
		return nil
	case found && scheme == s3blob.Scheme:
		s.bucket, err = openS3(ctx, location)
		return err
	case found && scheme == "file":
		path, err := url.PathUnescape(rest)
		if err != nil {
			return fmt.Errorf("path of file URL: %w", err)
		}
		return s.openDirectory(path)
	case found:
		return fmt.Errorf("scheme %q is not supported", scheme)
	case location == "":
		return errors.New("no location")
	default:
		return s.openDirectory(location)
	}
}

func openS3(ctx context.Context, location string) (*blob.Bucket, error) {
	u, err := url.Parse(location)
	if err != nil {
		return nil, fmt.Errorf("address of the bucket: %w", err)
	}
	q := u.Query()
	prefix := q.Get("prefix")
	q.Del("prefix")
	u.RawQuery = q.Encode()
	bucket, err := new(s3blob.URLOpener).OpenBucketURL(ctx, u)
	if err != nil || prefix == "" {
		return bucket, err
	}
	return blob.PrefixedBucket(bucket, strings.TrimRight(prefix, "/")+"/"), nil
}

func (s *Store) openDirectory(path string) (err error) {
	s.directory = filepath.FromSlash(path)
	// Temporary files are written in the same folder: a rename must not cross file systems. Reserved suffixes make
	// them unreachable.
	s.bucket, err = fileblob.OpenBucket(s.directory, &fileblob.Options{CreateDir: true, DirFileMode: 0o750, NoTempDir: true})
	return err
}

// Close releases the store.
func (s *Store) Close() error { return s.bucket.Close() }

// Option configures one Put.
type Option func(*putOptions)

type putOptions struct{ max int64 }

// MaxSize sets the largest size in bytes that a Put accepts.
func MaxSize(n int64) Option { return func(o *putOptions) { o.max = n } }

// Put streams r into key and hashes it. Either the whole blob is stored when Put returns nil, or nothing is: a
// failing r, a blob above the size limit (ErrTooLarge), an invalid key (ErrKey) or a cancelled ctx leave no files. An
// existing blob under key is replaced atomically.
func (s *Store) Put(ctx context.Context, key, contentType string, r io.Reader, options ...Option) (Stored, error) {
	o := putOptions{max: DefaultMaxSize}
	for _, option := range options {
		option(&o)
	}
	if err := CheckKey(key); err != nil {
		return Stored{}, err
	}
	if contentType == "" {
		contentType = "application/octet-stream"
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	w, err := s.bucket.NewWriter(ctx, key, &blob.WriterOptions{ContentType: contentType})
	if err != nil {
		return Stored{}, fmt.Errorf("put blob %s: %w", key, err)
	}
	h1, h512 := sha1.New(), sha512.New() //nolint:gosec // see the import
	size, err := io.Copy(io.MultiWriter(h1, h512, w), io.LimitReader(r, o.max+1))
	if err == nil && size > o.max {
		err = ErrTooLarge
	}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		cancel() // a writer whose context has ended discards its data
		_ = w.Close()
		return Stored{}, fmt.Errorf("put blob %s: %w", key, err)
	}
	if err := w.Close(); err != nil {
		return Stored{}, fmt.Errorf("put blob %s: %w", key, err)
	}
	return Stored{SHA1: hex.EncodeToString(h1.Sum(nil)), SHA512: hex.EncodeToString(h512.Sum(nil)), Size: size}, nil
}

// Open returns a reader of the blob, which the caller must close. A missing blob is ErrNotFound.
func (s *Store) Open(ctx context.Context, key string) (*blob.Reader, error) {
	if err := CheckKey(key); err != nil {
		return nil, err
	}
	var r *blob.Reader
	err := s.reading(key, func() (err error) {
		r, err = s.bucket.NewReader(ctx, key, nil)
		return err
	})
	if gcerrors.Code(err) == gcerrors.NotFound {
		return nil, fmt.Errorf("open blob %s: %w", key, ErrNotFound)
	}
	if err != nil {
		return nil, fmt.Errorf("open blob %s: %w", key, err)
	}
	return r, nil
}

// Copy copies a blob to another key. A missing blob is ErrNotFound.
func (s *Store) Copy(ctx context.Context, to, from string) error {
	for _, key := range []string{to, from} {
		if err := CheckKey(key); err != nil {
			return err
		}
	}
	err := s.reading(from, func() error { return s.bucket.Copy(ctx, to, from, nil) })
	if gcerrors.Code(err) == gcerrors.NotFound {
		return fmt.Errorf("copy blob %s: %w", from, ErrNotFound)
	}
	if err != nil {
		return fmt.Errorf("copy blob %s: %w", from, err)
	}
	return nil
}

// Exists says whether a blob exists under key.
func (s *Store) Exists(ctx context.Context, key string) (bool, error) {
	if err := CheckKey(key); err != nil {
		return false, err
	}
	var found bool
	err := s.reading(key, func() (err error) {
		found, err = s.bucket.Exists(ctx, key)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("look for blob %s: %w", key, err)
	}
	return found, nil
}

// Delete removes the blob. Deleting a missing blob is no error.
func (s *Store) Delete(ctx context.Context, key string) error {
	if err := CheckKey(key); err != nil {
		return err
	}
	if err := s.bucket.Delete(ctx, key); err != nil && gcerrors.Code(err) != gcerrors.NotFound {
		return fmt.Errorf("delete blob %s: %w", key, err)
	}
	return nil
}
