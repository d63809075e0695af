package contents

import (
	"context"
	"errors"
	"fmt"

	"github.com/modyard/modyard/platform/archive"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/httpkit"
)

// problem is why a file cannot be looked into, for the staff.
type problem string

func (p problem) Error() string { return string(p) }

// Texts of a problem.
const (
	notHere  problem = "文件不在本站，无法查看内容。"
	slow     problem = "压缩包过于复杂，无法在限定时间内读取。"
	noZip    problem = "文件不是有效的压缩包，可能已损坏。"
	exceeded problem = "压缩包解压后过大，已停止读取。"
	tooDeep  problem = "压缩包嵌套过深。"
	tooLarge problem = "条目过大，无法显示。"
	broken   problem = "条目与压缩包的目录不符，可能已损坏。"
)

// open opens the archive of a stored file.
func (s *Routes) open(ctx context.Context, f file) (*archive.Archive, int64, error) {
	key, ours := s.files.KeyOf(f.url)
	if !ours {
		return nil, 0, notHere
	}
	data, err := s.files.Ranged(ctx, key)
	if errors.Is(err, blobs.ErrNotFound) {
		return nil, 0, notHere
	}
	if err != nil {
		return nil, 0, fmt.Errorf("open the file of a version: %w", err)
	}
	a, err := archive.Open(ctx, data, data.Size(), archive.Limits{})
	return a, data.Size(), explained(err)
}

// explained turns the defect of an archive, and the end of the time for it, into a problem. A missing entry is not found.
func explained(err error) error {
	var bad *archive.Error
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return slow
	case !errors.As(err, &bad):
		return err
	}
	switch bad.Kind {
	case archive.Missing:
		return httpkit.NotFound()
	case archive.TooMuch, archive.TooLarge, archive.Bomb, archive.Overlap, archive.TooManyEntries:
		return exceeded
	case archive.TooDeep:
		return tooDeep
	case archive.EntryTooLarge:
		return tooLarge
	case archive.BrokenEntry:
		return broken
	}
	return noZip
}
