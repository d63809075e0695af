import { Bone, Loading } from '@/components/ui/skeleton'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import '@/styles/project.css'

/** A project's page before its project is known. */
export function ProjectSkeleton() {
  return (
    <Loading>
      <div className="crumb">
        <Bone w={120} h={16} />
      </div>
      <div className="proj">
        <span className="bone pic pic-96" />
        <div className="proj-body">
          <div className="proj-title">
            <h1 className="sr">{uiText.loading}</h1>
            <Bone w="60%" h={30} />
          </div>
          <div className="sum">
            <Bone className="mt-2" w="90%" h={22} />
          </div>
          <div className="proj-facts">
            <Bone className="mt-2" w="70%" h={22} />
          </div>
        </div>
      </div>
      <Bone className="mb-4" h={42} />
      <div className="cols">
        <div className="card card-pad">
          <Bone className="bone-text" h={388} />
        </div>
        <div className="card card-pad">
          <Bone className="bone-text" h={488} />
        </div>
      </div>
    </Loading>
  )
}
