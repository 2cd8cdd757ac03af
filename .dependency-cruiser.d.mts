import type { ICruiseOptions, IForbiddenRuleType } from "dependency-cruiser";

export declare const rooms: Readonly<Record<string, readonly string[]>>;
declare const configuration: { forbidden: IForbiddenRuleType[]; options: ICruiseOptions };
export default configuration;
