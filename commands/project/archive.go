package project

import (
	"archive/zip"
	"errors"
	"io"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/modyard/modyard/domain/fault"
)

// The bounds of an archive, read from its directory: nothing is unpacked but small files of known names.
const (
	maxEntries      = 65535
	maxUnpacked     = 8 << 30 // bytes of all entries together
	maxRatio        = 200     // unpacked to packed, for archives that unpack to more than smallUnpacked
	smallUnpacked   = 64 << 20
	maxEntryName    = 4096
	maxMetadataFile = 1 << 20
)

// inspectArchive refuses what no launcher could open, or what would harm one that does: broken archives,
// names that lead out of the folder, and bombs.
func inspectArchive(r io.ReaderAt, size int64, ext string) error {
	z, err := zip.NewReader(r, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return fault.Invalid("file_parts", "文件不是有效的压缩包，可能已损坏。")
	}
	if len(z.File) == 0 {
		return fault.Invalid("file_parts", "压缩包是空的。")
	}
	if len(z.File) > maxEntries {
		return fault.Invalid("file_parts", "压缩包中的文件过多。")
	}
	var unpacked, packed uint64
	index := false
	for _, f := range z.File {
		if !safeEntry(f.Name) {
			return fault.Invalid("file_parts", "压缩包中包含不安全的路径。")
		}
		if unpacked += f.UncompressedSize64; unpacked > maxUnpacked || f.UncompressedSize64 > maxUnpacked {
			return fault.Invalid("file_parts", "压缩包解压后过大。")
		}
		packed += f.CompressedSize64
		index = index || f.Name == "modrinth.index.json"
	}
	// More packed bytes than the file has: its entries lie on top of each other.
	if packed > uint64(size) || unpacked > smallUnpacked && unpacked/maxRatio > packed {
		return fault.Invalid("file_parts", "压缩包的压缩率异常，可能是压缩炸弹。")
	}
	if ext == ".mrpack" && !index {
		return fault.Invalid("file_parts", "整合包缺少 modrinth.index.json。")
	}
	return checkMetadata(z)
}

// checkMetadata reads the small files that describe a package, to the end and within bounds: a directory
// that lies about their size is found out here.
func checkMetadata(z *zip.Reader) error {
	for _, f := range z.File {
		switch f.Name {
		case "fabric.mod.json", "quilt.mod.json", "META-INF/mods.toml", "META-INF/neoforge.mods.toml", "mcmod.info",
			"plugin.yml", "paper-plugin.yml", "bungee.yml", "velocity-plugin.json", "pack.mcmeta", "modrinth.index.json":
		default:
			continue
		}
		limit := int64(maxMetadataFile)
		if f.Name == "modrinth.index.json" {
			limit *= 16
		}
		body, err := f.Open()
		if err != nil {
			return fault.Invalid("file_parts", "无法读取压缩包中的 "+f.Name+"。")
		}
		n, err := io.Copy(io.Discard, io.LimitReader(body, limit+1))
		_ = body.Close()
		if err != nil {
			return fault.Invalid("file_parts", "无法读取压缩包中的 "+f.Name+"。")
		}
		if n > limit {
			return fault.Invalid("file_parts", "压缩包中的 "+f.Name+" 过大。")
		}
	}
	return nil
}

// safeEntry says that a name stays in the folder it is unpacked into, on every system.
func safeEntry(name string) bool {
	if name == "" || len(name) > maxEntryName || strings.ContainsAny(name, "\\\x00") || strings.HasPrefix(name, "/") {
		return false
	}
	if len(name) >= 2 && name[1] == ':' && utf8.RuneStart(name[0]) {
		return false
	}
	for segment := range strings.SplitSeq(strings.TrimSuffix(name, "/"), "/") {
		if segment == ".." {
			return false
		}
	}
	return !strings.HasPrefix(path.Clean(name), "..")
}
