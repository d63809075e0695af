import { formatBytes } from '@/lib/format'
import { serverLoaderText } from '@/lib/i18n/zh-Hans/server-loader'
import { packBytes } from '@/lib/limits.gen'

const t = serverLoaderText.archive

/** Why a file is no archive to upload; undefined where it may be one. The node looks into it. */
export function archiveRefusal({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  if (!/\.mrpack$/i.test(name)) return t.wrongName
  if (size === 0) return t.empty
  return size > packBytes ? t.tooLarge(formatBytes(packBytes)) : undefined
}
