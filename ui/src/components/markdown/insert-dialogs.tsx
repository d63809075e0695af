import { useState, type FormEvent, type ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { FormField, Input } from '@/components/ui/input'
import { editorText as t } from '@/lib/i18n/zh-Hans/editor'
import { checkUrl, videoFrame, videoId } from './url-check'

type InsertProps = { selected: string; onInsert: (text: string) => void; onClose: () => void }

function Frame({ title, ready, onInsert, onClose, children }: { title: string; ready: boolean; onInsert: () => void; onClose: () => void; children: ReactNode }) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation() // React passes the event on to the form around the editor
    if (ready) onInsert()
  }
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title={title}>
      <form className="stack-form" onSubmit={submit} noValidate>
        {children}
        <div className="form-actions">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" kind="primary" disabled={!ready}>
            {t.insert}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const escapeLabel = (text: string) => text.replace(/[[\]\\]/g, '\\$&')

export function LinkDialog({ selected, onInsert, onClose }: InsertProps) {
  const [label, setLabel] = useState(selected)
  const [address, setAddress] = useState('')
  const checked = checkUrl(address)
  const insert = () => {
    if (checked.url) onInsert(`[${escapeLabel(label.trim() || checked.url)}](${checked.url})`)
  }
  return (
    <Frame title={t.insertLink} ready={checked.url !== undefined} onInsert={insert} onClose={onClose}>
      <FormField label={t.label} hint={t.labelHint}>
        {(control) => <Input {...control} value={label} onChange={(event) => setLabel(event.target.value)} placeholder={t.labelPlaceholder} autoComplete="off" />}
      </FormField>
      <FormField label={t.url} error={checked.error} required>
        {(control) => <Input {...control} type="url" value={address} onChange={(event) => setAddress(event.target.value)} placeholder={t.urlPlaceholder} autoComplete="off" />}
      </FormField>
      {checked.url ? (
        <p className="t13">
          <span className="subtle">{t.preview}</span>{' '}
          <a className="link" href={checked.url} target="_blank" rel="noopener noreferrer nofollow">
            {label.trim() || checked.url}
          </a>
        </p>
      ) : null}
    </Frame>
  )
}

export function ImageDialog({ selected, onInsert, onClose }: InsertProps) {
  const [alt, setAlt] = useState(selected)
  const [address, setAddress] = useState('')
  const checked = checkUrl(address)
  const ready = checked.url !== undefined && alt.trim() !== ''
  return (
    <Frame title={t.insertImage} ready={ready} onInsert={() => onInsert(`![${escapeLabel(alt.trim())}](${checked.url ?? ''})`)} onClose={onClose}>
      <FormField label={t.alt} hint={t.altHint} required>
        {(control) => <Input {...control} value={alt} onChange={(event) => setAlt(event.target.value)} placeholder={t.altPlaceholder} autoComplete="off" />}
      </FormField>
      <FormField label={t.imageUrl} hint={t.imageUrlHint} error={checked.error} required>
        {(control) => <Input {...control} type="url" value={address} onChange={(event) => setAddress(event.target.value)} placeholder={t.urlPlaceholder} autoComplete="off" />}
      </FormField>
      {checked.url ? <img className="md-shot" src={checked.url} alt={alt} referrerPolicy="no-referrer" /> : null}
    </Frame>
  )
}

export function VideoDialog({ onInsert, onClose }: InsertProps) {
  const [address, setAddress] = useState('')
  const checked = checkUrl(address)
  const id = checked.url ? videoId(checked.url) : undefined
  return (
    <Frame title={t.insertVideo} ready={checked.url !== undefined} onInsert={() => onInsert(id ? videoFrame(id) : '')} onClose={onClose}>
      <FormField label={t.videoUrl} hint={t.videoHint} error={checked.error} required>
        {(control) => <Input {...control} type="url" value={address} onChange={(event) => setAddress(event.target.value)} placeholder={t.urlPlaceholder} autoComplete="off" />}
      </FormField>
      {id ? <iframe className="md-video" title={t.videoTitle} src={`https://player.bilibili.com/player.html?bvid=${id}&page=1&high_quality=1`} allowFullScreen /> : null}
    </Frame>
  )
}
