import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { FileDrop } from '@/components/ui/file-drop'
import { cn } from '@/lib/cn'
import { formatBytes } from '@/lib/format'
import { serverLoaderText } from '@/lib/i18n/zh-Hans/server-loader'
import { packBytes } from '@/lib/limits.gen'
import { archiveRefusal } from '../model/archive'
import type { Wish } from '../model/plan'
import ui from '@/components/ui/ui.module.css'
import css from './server-loader.module.css'

const t = serverLoaderText.archive

type ArchiveFormProps = { refused: string | undefined; onWish: (wish: Wish) => void }

/** The archive of a modpack, dropped or chosen. */
export function ArchiveForm({ refused, onWish }: ArchiveFormProps) {
  const [wrong, setWrong] = useState<string>()
  const take = ([file]: File[]) => {
    if (!file) return
    const why = archiveRefusal(file)
    setWrong(why === undefined ? undefined : `${file.name}：${why}`)
    if (why === undefined) onWish({ kind: 'archive', file })
  }
  return (
    <FileDrop
      label={t.label}
      accept={['.mrpack']}
      disabled={refused !== undefined}
      className={(over) => cn(css.drop, over && css.over)}
      onFiles={take}
    >
      {(over, choose) => (
        <>
          <FileUp className={cn(ui.icon, ui.subtle)} aria-hidden />
          <b>{over ? t.over : t.drop}</b>
          <Button disabled={refused !== undefined} title={refused} aria-description={refused} onClick={choose}>
            {t.choose}
          </Button>
          <p className={ui.small}>{refused ?? t.hint(formatBytes(packBytes))}</p>
          {wrong ? (
            <Note tone="bad" className={css.wrong}>
              {wrong}
            </Note>
          ) : null}
        </>
      )}
    </FileDrop>
  )
}
