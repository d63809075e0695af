import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Download, FileClock, FileWarning, FileX, FolderOpen } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Button, buttonClass, IconButton } from '@/components/ui/button'
import { Empty, ErrorCard } from '@/components/ui/feedback'
import { ApiError } from '@/lib/api/errors'
import { formatBytes } from '@/lib/format'
import { serverFilesText } from '@/lib/i18n/zh-Hans/server-files'
import { toast } from '@/stores/toasts'
import { fileQueries } from '../api'
import { usePlace } from '../context'
import { faultOf } from '../model/faults'
import { kindOfName } from '../model/kinds'
import { nameOf, parentOf } from '../model/paths'
import { saveFile } from '../save-file'
import { textOf, type Text } from '../model/text'
import { Crumbs } from './crumbs'
import { PictureView } from './picture-view'
import { TextEditor } from './text-editor'
import { ViewBones } from './view-bones'
import ui from '@/components/ui/ui.module.css'
import css from './files.module.css'

type Read = { text: Text; etag: string | undefined } | 'binary'

/** A file that is open: a text in the editor, a picture, or why it is neither. */
export default function FileView({ path }: { path: string }) {
  const { id, node, onPath } = usePlace()
  const query = useQuery(fileQueries.content(id, node, path))
  const name = nameOf(path)
  const content = query.data
  const blob = content && 'blob' in content ? content.blob : undefined
  const etag = content && 'blob' in content ? content.etag : undefined
  const picture = kindOfName(name) === 'picture'
  const [read, setRead] = useState<Read>()
  useEffect(() => {
    if (!blob || picture) return
    let gone = false
    void blob.arrayBuffer().then((bytes) => {
      if (gone) return
      const text = textOf(new Uint8Array(bytes))
      setRead(text ? { text, etag } : 'binary')
    })
    return () => {
      gone = true
    }
  }, [blob, etag, picture])
  if (query.isPending) return <ViewBones />
  const t = serverFilesText.editor
  if (query.isError) {
    const folder = query.error instanceof ApiError && query.error.code === 'wrong_type'
    return (
      <Frame path={path}>
        {folder ? (
          <Empty icon={FolderOpen} title={t.folderTitle}>
            <Button onClick={() => onPath(path)}>{t.openFolder}</Button>
          </Empty>
        ) : (
          <ErrorCard
            className={ui.around16 ?? ''}
            title={t.errorTitle}
            error={
              query.error instanceof ApiError
                ? new ApiError(query.error.status, query.error.code, faultOf(query.error), query.error.trace)
                : query.error
            }
            onRetry={() => void query.refetch()}
          />
        )}
      </Frame>
    )
  }
  if (query.data && 'tooLarge' in query.data)
    return (
      <Frame path={path}>
        <Empty icon={FileWarning} title={t.largeTitle} hint={t.largeText(formatBytes(query.data.tooLarge))}>
          <DownloadButton path={path} />
        </Empty>
      </Frame>
    )
  if (picture && blob)
    return (
      <Frame path={path}>
        <PictureView blob={blob} name={name} />
      </Frame>
    )
  if (!read) return <ViewBones />
  if (read === 'binary')
    return (
      <Frame path={path}>
        <Empty icon={FileX} title={t.binaryTitle} hint={t.binaryText}>
          <DownloadButton path={path} />
        </Empty>
      </Frame>
    )
  return (
    <TextEditor
      path={path}
      first={read.text}
      etag={read.etag}
      frame={(controls, body) => (
        <Frame path={path} controls={controls}>
          {body}
        </Frame>
      )}
    />
  )
}

/** The card of an open file: the way back, where it is, and what can be done with it. */
function Frame({ path, controls, children }: { path: string; controls?: ReactNode; children: ReactNode }) {
  const { id, onOpen } = usePlace()
  const t = serverFilesText.editor
  return (
    <section className={ui.card} aria-label={nameOf(path)}>
      <div className={css.head}>
        <IconButton size="sm" kind="quiet" label={t.back} onClick={() => onOpen(undefined)}>
          <ArrowLeft className={ui.icon} aria-hidden />
        </IconButton>
        <Crumbs path={parentOf(path)} link />
        <h2 className={css.fileName}>{nameOf(path)}</h2>
        <span className={css.headEnd}>
          {controls}
          {/^\/(server\.properties$|config\/|plugins\/|defaultconfigs\/|[^/]+\/serverconfig\/)/.test(path) ? (
            <PathLink
              className={buttonClass({ size: 'sm', kind: 'quiet' })}
              to="/servers/manage/{-$sid}/{-$part}/{-$sub}"
              params={{ sid: id, part: 'history', sub: 'config' }}
              search={{ path }}
            >
              <FileClock className={ui.icon14} aria-hidden />
              {t.history}
            </PathLink>
          ) : null}
          <DownloadButton path={path} small />
        </span>
      </div>
      {children}
    </section>
  )
}

function DownloadButton({ path, small }: { path: string; small?: boolean }) {
  const { node } = usePlace()
  const [busy, setBusy] = useState(false)
  const t = serverFilesText
  const start = async () => {
    setBusy(true)
    await saveFile(node, path, nameOf(path))
      .catch((error: unknown) => toast(t.download.failed(nameOf(path)), faultOf(error), 'error'))
      .finally(() => setBusy(false))
  }
  return (
    <Button size={small ? 'sm' : 'md'} kind={small ? 'quiet' : 'primary'} loading={busy} onClick={() => void start()}>
      <Download className={ui.icon14} aria-hidden />
      {small ? t.action.download : t.editor.download}
    </Button>
  )
}
