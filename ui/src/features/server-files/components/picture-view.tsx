import { useState } from 'react'
import { Note } from '@/components/ui/feedback'
import { serverFilesText } from '@/lib/i18n/zh-Hans/server-files'
import { useFileUrl } from '@/lib/use-file-url'
import { pictureType } from '../model/kinds'
import css from './files.module.css'

const t = serverFilesText.editor

/** A picture of a server. Its address is one of this page only. */
export function PictureView({ blob, name }: { blob: Blob; name: string }) {
  const [typed] = useState(() => new File([blob], name, { type: pictureType(name) }))
  const url = useFileUrl(typed)
  const [broken, setBroken] = useState(false)
  if (broken) return <Note tone="warn">{t.brokenPicture}</Note>
  return <div className={css.picture}>{url ? <img src={url} alt={t.picture(name)} onError={() => setBroken(true)} /> : null}</div>
}
