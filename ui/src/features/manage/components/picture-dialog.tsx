import { useEffect, useState, type FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { Note } from '@/components/ui/feedback'
import { FormField, Input, Textarea } from '@/components/ui/input'
import { ApiError } from '@/lib/api/errors'
import type { GalleryItem, ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { galleryText as t } from '@/lib/i18n/zh-Hans/gallery'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { toast } from '@/stores/toasts'
import { useSavePicture } from '../gallery-commands'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import galleryManagerCss from './gallery-manager.module.css'

const MAX_TITLE = 64
const MAX_DESCRIPTION = 255

type PictureDialogProps = { project: ProjectPage; file?: File | undefined; picture?: GalleryItem | undefined; onClose: () => void }

/** What is said of a picture, of a new one before it is sent. */
export function PictureDialog({ project, file, picture, onClose }: PictureDialogProps) {
  const [title, setTitle] = useState(picture?.title ?? '')
  const [description, setDescription] = useState(picture?.description ?? '')
  const [featured, setFeatured] = useState(picture?.featured ?? !project.gallery.some((one) => one.featured))
  const ordering = picture?.ordering ?? project.gallery.reduce((last, one) => Math.max(last, one.ordering + 1), 0)
  const [sent, setSent] = useState<number>()
  const save = useSavePicture(project.id)
  const source = usePreview(file) ?? picture?.url
  const wrong = { title: [...title].length > MAX_TITLE, description: [...description].length > MAX_DESCRIPTION }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wrong.title || wrong.description) return
    const words = { title, description, featured, ordering }
    save.mutate(
      { ...words, file, url: picture?.url, onProgress: setSent },
      {
        onSuccess: () => {
          toast(file ? t.added : t.saved)
          onClose()
        },
      },
    )
  }
  return (
    <Dialog open onOpenChange={onClose} title={file ? t.addTitle : t.editTitle}>
      <form className={formCss.root} onSubmit={submit} noValidate>
        {save.error ? <Note tone="bad">{save.error instanceof ApiError ? save.error.description : siteText.unknownError}</Note> : null}
        {source ? <img className={galleryManagerCss.shot} src={source} alt="" /> : null}
        <FormField label={t.title} hint={t.titleHint} error={wrong.title ? t.tooLong : undefined}>
          {(control) => <Input {...control} value={title} onChange={(event) => setTitle(event.target.value)} autoComplete="off" />}
        </FormField>
        <FormField label={t.description} hint={t.descriptionHint} error={wrong.description ? t.tooLong : undefined}>
          {(control) => <Textarea {...control} rows={2} value={description} onChange={(event) => setDescription(event.target.value)} />}
        </FormField>
        <Checkbox checked={featured} onChange={(event) => setFeatured(event.target.checked)}>
          {t.featured}
        </Checkbox>
        <div className={formCss.actions}>
          {save.isPending && sent !== undefined ? (
            <span className={cn(ui.text13, ui.muted, ui.tabular)} role="status">
              {t.sending(Math.floor(sent * 100))}
            </span>
          ) : null}
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" kind="primary" loading={save.isPending}>
            {file ? t.upload : t.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The address under which the browser shows a file that was not sent yet. */
function usePreview(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
