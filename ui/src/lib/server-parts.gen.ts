// Written by `go test ./cmd/modyard/app -run Titles -update` from the pages of the areas.

/** Titles of the pages below that of a server. */
export const serverParts: Readonly<Record<string, string>> = {
  backups: '备份',
  content: '内容',
  files: '文件',
  history: '动态',
  'history/config': '设置历史',
  'history/crash': '崩溃详情',
  network: '网络',
  'options/general': '常规',
  'options/loader': '软件',
  'options/members': '成员',
  'options/properties': '游戏设置',
  'options/startup': '启动',
}
