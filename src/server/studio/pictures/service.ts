export { imageOnDesk, imageToPublish } from './choice.ts';
export { chooseStock, PEXELS_IMAGES, type StockService } from './stock/service.ts';
