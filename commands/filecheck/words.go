package filecheck

import "github.com/modyard/modyard/platform/archive"

// archiveWords describes what is wrong with an archive.
func archiveWords(e *archive.Error) string {
	name := ""
	if e.Name != "" {
		name = "「" + e.Name + "」"
	}
	switch e.Kind {
	case archive.Empty:
		return "压缩包是空的。"
	case archive.TooManyEntries:
		return "压缩包中的文件过多，最多 65535 个。"
	case archive.BadName:
		return "压缩包中包含不安全的路径" + name + "。"
	case archive.BadEncoding:
		return "压缩包中有文件名不是 UTF-8 编码，请用支持 UTF-8 的工具重新打包。"
	case archive.Duplicate:
		return "压缩包中有两个" + name + "，只能有一个。"
	case archive.Overlap, archive.Bomb:
		return "压缩包的压缩率异常，可能是压缩炸弹。"
	case archive.TooLarge, archive.TooMuch:
		return "压缩包解压后过大。"
	case archive.Encrypted:
		return "压缩包设有密码，请去掉密码后重新打包。"
	case archive.Method:
		return "压缩包使用了游戏无法读取的压缩方式，请用 Deflate 重新打包。"
	case archive.BrokenEntry:
		return "无法读取压缩包中的" + name + "，文件可能已损坏。"
	case archive.EntryTooLarge:
		return "压缩包中的" + name + "过大。"
	case archive.TooDeep:
		return "压缩包嵌套过深：" + name + "。"
	}
	return "文件不是有效的压缩包，可能已损坏。"
}
