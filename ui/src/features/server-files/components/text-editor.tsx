import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { Badge, Tag } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Note } from '@/components/ui/feedback'
import { formatExact } from '@/lib/format'
import { serverFilesText } from '@/lib/i18n/zh-Hans/server-files'
import { toast } from '@/stores/toasts'
import { usePlace } from '../context'
import { useEditing } from '../editing'
import { languageOf } from '../model/kinds'
import { nameOf } from '../model/paths'
import type { Text } from '../model/text'
import { LeaveGuard } from './leave-guard'
import { ViewBones } from './view-bones'
import css from './files.module.css'

const t = serverFilesText.editor
const CodeView = lazy(() => import('./code-view'))
const ChangedDialog = lazy(() => import('./changed-dialog'))
/** Without it, CodeMirror cannot place its cursor. */
const measurable = () => typeof Range.prototype.getClientRects === 'function'

type TextEditorProps = {
  path: string
  first: Text
  etag: string | undefined
  /** Puts the controls and the text into the card of the file. */
  frame: (controls: ReactNode, body: ReactNode) => ReactNode
}

/** A text file. It is saved only where it is still what was opened; else both texts are shown. */
export function TextEditor({ path, first, etag, frame }: TextEditorProps) {
  const { refused, onOpen } = usePlace()
  const editing = useEditing(path, first, etag)
  const { held, text, dirty, busy, editable, changed } = editing
  const [asking, setAsking] = useState(false)
  const [saved, setSaved] = useState(false)
  const givenUp = useRef(false)
  const readOnly = refused !== undefined || !editable
  const name = nameOf(path)
  const save = async () => {
    if (!dirty || busy || readOnly) return
    if (await editing.save()) setSaved(true)
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    event.preventDefault()
    if (!event.isComposing && changed === undefined) void save()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  const controls = (
    <>
      <span role="status">{dirty ? <Badge tone="warn">{t.unsaved}</Badge> : saved ? <Badge tone="ok">{t.saved}</Badge> : null}</span>
      <Button
        size="sm"
        kind="primary"
        loading={busy}
        disabled={!dirty || readOnly}
        title={refused ?? t.saveKeys}
        onClick={() => void save()}
      >
        {t.save}
      </Button>
    </>
  )
  const shown = { label: t.label(name), value: text, readOnly, onValue: editing.setText }
  const body = (
    <>
      {held.encoding === 'UTF-8' || editable ? null : (
        <Note
          tone="warn"
          className={css.inset}
          actions={
            <Button size="xs" disabled={refused !== undefined} title={refused} onClick={() => setAsking(true)}>
              {t.convert}
            </Button>
          }
        >
          {t.foreign(held.encoding)}
        </Note>
      )}
      {editing.fault === undefined ? null : (
        <Note tone="bad" className={css.inset}>
          <b>{t.saveFailed}</b>
          <p>{editing.fault}</p>
        </Note>
      )}
      {measurable() ? (
        <Suspense fallback={<ViewBones />}>
          <CodeView {...shown} language={languageOf(name)} />
        </Suspense>
      ) : (
        <textarea
          className={css.plain}
          aria-label={shown.label}
          value={text}
          readOnly={readOnly}
          spellCheck={false}
          onChange={(event) => editing.setText(event.target.value)}
        />
      )}
      <p className={css.facts}>
        <Tag line title={t.encoding}>
          {held.encoding}
        </Tag>
        {held.crlf ? <Tag line>{t.crlf}</Tag> : null}
        {readOnly ? <Tag line>{t.readOnly}</Tag> : null}
        <span>{t.lines(formatExact(text.split('\n').length))}</span>
      </p>
    </>
  )
  return (
    <>
      {frame(controls, body)}
      <ConfirmDialog
        open={asking}
        plain
        busy={false}
        onOpenChange={setAsking}
        title={t.convertTitle}
        text={t.convertText}
        action={t.convert}
        onConfirm={() => {
          editing.convert()
          setAsking(false)
        }}
      />
      {changed ? (
        <Suspense fallback={null}>
          <ChangedDialog
            changed={changed}
            mine={text}
            busy={busy}
            fault={editing.fault}
            onForce={() => void editing.force().then((done) => done && toast(t.saved))}
            onDiscard={() => {
              if (editing.discard()) return
              // There is nothing to show any more, and nothing to ask about.
              givenUp.current = true
              onOpen(undefined)
            }}
            onLater={editing.later}
          />
        </Suspense>
      ) : null}
      <LeaveGuard inside when={() => dirty && !givenUp.current} title={t.leaveTitle} text={t.leaveText} />
    </>
  )
}
