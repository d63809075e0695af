// Written by `go test ./readapi/pages -run Facts -update` from readapi/pages and contract.

/** Titles of the pages below the address of a project; the star of a path is a version. */
export const projectParts: Readonly<Record<string, string>> = {
  versions: '版本',
  changelog: '更新日志',
  compare: '比较版本',
  gallery: '图库',
  'version/*-new': '上传版本',
  'version/*/edit': '编辑版本',
  history: '历史',
  'wikis/history': '百科的历史',
  'wikis/history/*': '百科的更改',
  'wikis/edit': '编辑百科',
  'wikis/preview': '预览百科的修改',
  'wikis/review/*': '审核百科的修改',
  moderation: '审核',
  settings: '设置',
  'settings/analytics': '数据 · 设置',
  'settings/description': '介绍 · 设置',
  'settings/issues': '反馈 · 设置',
  'settings/license': '许可证 · 设置',
  'settings/links': '链接 · 设置',
  'settings/members': '成员 · 设置',
  'settings/tags': '标签 · 设置',
  'settings/translations': '翻译审核 · 设置',
  'settings/webhooks': 'Webhook · 设置',
  'settings/wiki': '百科 · 设置',
}

/** Titles of the pages below the address of an organization; the star of a path is a version. */
export const organizationParts: Readonly<Record<string, string>> = {
  settings: '团队设置',
  'settings/analytics': '数据 · 团队设置',
  'settings/members': '成员 · 团队设置',
  'settings/projects': '项目 · 团队设置',
  'settings/webhooks': 'Webhook · 团队设置',
}
