import { ImageUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { FileDrop } from '@/components/ui/file-drop'
import { FormField } from '@/components/ui/input'
import { Segmented } from '@/components/ui/segmented'
import { cn } from '@/lib/cn'
import { editorText as t } from '@/lib/i18n/zh-Hans/editor'
import { ClearInput } from './clear-input'
import { InsertFrame, UrlField, useInsert, type InsertProps } from './insert-dialogs'
import { imageText, pictureTypes } from './paste'
import { fitForText, pictureProblem } from './use-pictures'
import ui from '@/components/ui/ui.module.css'
import markdownEditorCss from './markdown-editor.module.css'

type Source = 'upload' | 'link'

/** A picture by file or by address, and its alternative text. */
export function ImageDialog(props: InsertProps) {
  const { onImageUpload } = props
  const insert = useInsert(props, imageText)
  const url = insert.form.bind('url')
  const [source, setSource] = useState<Source>('upload')
  const [problem, setProblem] = useState<string>()
  const [sent, setSent] = useState<number>()
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])
  const linking = source === 'link' || !onImageUpload
  const send = async (file: File | undefined) => {
    setProblem(undefined)
    if (!onImageUpload) return setProblem(t.noHandler)
    if (!file) return setProblem(t.noFile)
    if (!pictureTypes.includes(file.type)) return setProblem(t.pictureType)
    setSent(0)
    abort.current = new AbortController()
    const { signal } = abort.current
    try {
      url.onValue(await onImageUpload(await fitForText(file), { onProgress: setSent, signal }))
    } catch (error) {
      if (!signal.aborted) setProblem(pictureProblem(error))
    } finally {
      if (!signal.aborted) setSent(undefined)
    }
  }
  return (
    <InsertFrame
      insert={insert}
      className={markdownEditorCss.dialog}
      title={t.insertImage}
      ready={insert.form.written.label.trim() !== '' && !problem && sent === undefined}
      address={t.imageUrl}
      problem={problem ? { title: t.pictureFailed, text: problem } : undefined}
      onClose={props.onClose}
    >
      <FormField label={t.alt} hint={t.altHint} required>
        {(control) => <ClearInput {...control} {...insert.form.bind('label')} placeholder={t.altPlaceholder} />}
      </FormField>
      {onImageUpload ? (
        <Segmented
          label={t.source}
          value={source}
          onValue={(next) => {
            setSource(next)
            setProblem(undefined)
          }}
          segments={[
            { value: 'upload', label: t.upload },
            { value: 'link', label: t.url },
          ]}
        />
      ) : null}
      {linking ? (
        <UrlField insert={insert} label={t.imageUrl} hint={t.imageUrlHint} />
      ) : (
        <FileDrop label={t.upload} accept={pictureTypes} disabled={sent !== undefined} onFiles={([file]) => void send(file)}>
          {(over, choose) => (
            <button
              type="button"
              className={cn(markdownEditorCss.drop, over && markdownEditorCss.over)}
              disabled={sent !== undefined}
              onClick={choose}
            >
              <ImageUp className={ui.icon} aria-hidden />
              <span>
                <b>{sent !== undefined ? t.uploading(Math.floor(sent * 100)) : url.value ? t.dropAgain : t.drop}</b>
                <small>{t.dropHint}</small>
              </span>
              {sent !== undefined ? (
                <progress className={markdownEditorCss.progress} value={sent} max={1} aria-label={t.uploading(Math.floor(sent * 100))} />
              ) : null}
            </button>
          )}
        </FileDrop>
      )}
    </InsertFrame>
  )
}
