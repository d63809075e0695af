const oneOf = (names: readonly string[]) => [names.slice(0, -1).join('、'), names.at(-1)].filter(Boolean).join(' 或 ')

export const installText = {
  started: (file: string) => `已开始下载 ${file}`,
  opened: (site: string) => `已在新标签页打开 ${site}`,
  where: '放到哪里',
  copyFolder: '复制文件夹路径',
  quiet: '以后不再提示',
  close: '关闭',
  put: (file: string, folder: string) => (file ? `把 ${file} 放进${folder}，不用解压。` : `把文件放进${folder}，不用解压。`),
  first: (loaders: readonly string[], game: string) =>
    loaders.length > 0 ? [`先装好${game ? `游戏 ${game} 的` : ''} ${oneOf(loaders)}。`] : [],
  modFolder: '游戏目录的 mods 文件夹（开了版本隔离的，用该版本自己的）',
  start: '用启动器启动游戏，在「模组」里能看到它就成功了。',
  serverFolder: '服务器的 plugins 文件夹',
  restartServer: '重启服务器，输入 /plugins 确认它已加载。',
  proxyFolder: '代理端的 plugins 文件夹',
  restartProxy: '重启代理端。',
  worldFolder: '存档的 datapacks 文件夹（服务器是 world/datapacks）',
  reload: '进入世界输入 /reload，再用 /datapack list 确认它已启用。',
  packFolder: '游戏目录的 resourcepacks 文件夹',
  enablePack: '在「选项 → 资源包」里把它移到右侧启用。',
  enableLanguage: '在「选项 → 资源包」里启用，并排在其他资源包之上；压缩包里另有说明的，以说明为准。',
  shaderFolder: '游戏目录的 shaderpacks 文件夹',
  enableShader: '在「视频设置 → 光影包」里选中它。',
  importPack: (file: string) => `在启动器里选「导入整合包」，选中 ${file || '下载的文件'}，不用解压。`,
  importHint: '启动器会按清单下载其中的模组，第一次需要等一会儿。',
  run: (file: string) => `${file || '下载的文件'} 是独立的程序或工具，按介绍里的说明安装或运行。`,
} as const
