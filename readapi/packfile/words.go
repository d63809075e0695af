package packfile

import (
	"github.com/modyard/modyard/platform/archive"
	"github.com/modyard/modyard/platform/packfile"
)

// Texts of the problem of a pack.
const (
	notHere = "文件不在本站，无法读取。"
	tooSlow = "压缩包过于复杂，无法在限定时间内读取。"
	failed  = "暂时无法读取，请稍后重试。"
	noZip   = "文件不是有效的压缩包，可能已损坏。"
)

// explained turns the word for a problem into a text.
func explained(problem string) string {
	switch problem {
	case "":
		return ""
	case packfile.NoIndex:
		return "压缩包里没有 modrinth.index.json。"
	case packfile.BadIndex:
		return "无法读懂 modrinth.index.json。"
	case packfile.SameNames:
		return "overrides 里有同名的文件，不同的启动器会取用不同的一个。"
	}
	for kind, words := range map[archive.Kind]string{
		archive.Encrypted: "压缩包有密码。", archive.BadName: "压缩包里有不安全的路径。", archive.BadEncoding: "压缩包里的文件名不是 UTF-8。",
		archive.Duplicate: "压缩包里有两个 modrinth.index.json 或同名的清单。", archive.Method: "压缩包用了不支持的压缩方式。",
		archive.Bomb: "压缩包解压后过大，可能是压缩炸弹。", archive.TooLarge: "压缩包解压后过大。", archive.Overlap: "压缩包里的条目互相重叠，可能是压缩炸弹。",
		archive.TooManyEntries: "压缩包里的条目过多。", archive.Empty: "压缩包是空的。",
	} {
		if problem == kind.String() {
			return words
		}
	}
	return noZip
}
